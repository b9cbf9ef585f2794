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

/** What they test keeps no state in modules, so the test files of a worker share the modules, and load them once. */
const withoutState = ['server', 'api', 'service', 'tool-lock'].map((name) => `test/unit/${name}`);

const shared = {
  // The editor's own module exists in the extension host alone.
  resolve: { alias: { vscode: path.join(import.meta.dirname, 'test/unit/fake-vscode.ts') } },
  test: {
    setupFiles: 'test/unit/platform.ts',
    // Generous, because a busy machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
};

export default defineConfig({
  test: {
    // Two workers: the test machine has two cores, and the reference service runs beside them.
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: withoutState.map((folder) => `${folder}/**`),
          globalSetup: 'test/unit/setup.ts',
        },
      },
      {
        ...shared,
        test: {
          ...shared.test,
          name: 'server',
          include: withoutState.map((folder) => `${folder}/**/*.test.ts`),
          globalSetup: 'test/unit/server/setup.ts',
          isolate: false,
        },
      },
      {
        ...shared,
        test: { ...shared.test, name: 'pages', include: ['test/pages/*.test.ts'], globalSetup: 'test/pages/setup.ts' },
      },
    ],
  },
});
