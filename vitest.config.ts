import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'scripts/generate.ts',
    include: ['test/unit/**/*.test.ts'],
    testTimeout: 20_000,
    // Two workers: the test machine has two cores, and the reference service runs beside them.
    maxWorkers: 2,
  },
});
