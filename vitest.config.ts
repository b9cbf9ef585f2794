import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A slow file that starts last would leave the other worker idle. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => /(?:growth|fuzz|properties)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  // The editor's own module exists in the extension host alone.
  resolve: { alias: { vscode: path.join(import.meta.dirname, 'test/unit/fake-vscode.ts') } },
  test: {
    globalSetup: 'test/unit/setup.ts',
    setupFiles: 'test/unit/platform.ts',
    include: ['test/unit/**/*.test.ts'],
    // Generous, because a busy machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two workers: the test machine has two cores, and the reference service runs beside them.
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
  },
});
