import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The editor's own module exists in the extension host alone.
  resolve: { alias: { vscode: path.join(import.meta.dirname, 'test/unit/fake-vscode.ts') } },
  test: {
    globalSetup: 'test/unit/setup.ts',
    include: ['test/unit/**/*.test.ts'],
    testTimeout: 20_000,
    // Two workers: the test machine has two cores, and the reference service runs beside them.
    maxWorkers: 2,
  },
});
