import { readdirSync, readFileSync } from 'node:fs';
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

/** Files that replace modules, globals, or the environment. The others share modules in a worker, which loads them once. */
const isolated = readdirSync(path.join(import.meta.dirname, 'test/unit'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/unit/${file.replaceAll(path.sep, '/')}`)
  .filter((file) =>
    /vi\.(?:mock|stubGlobal)\(|@vitest-environment/.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
  );

/** Patterns of slow files, which `scripts/unit.ts` leaves to another tier. */
const left = process.env.SWITCHYARD_LEFT_TESTS?.split(':').filter(Boolean) ?? [];

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
          exclude: [...isolated, ...left],
          globalSetup: 'test/unit/server/setup.ts',
          isolate: false,
        },
      },
      {
        ...shared,
        test: { ...shared.test, name: 'isolated', include: isolated, exclude: left, globalSetup: 'test/unit/setup.ts' },
      },
      {
        ...shared,
        test: { ...shared.test, name: 'pages', include: ['test/pages/*.test.ts'], globalSetup: 'test/pages/setup.ts' },
      },
    ],
  },
});
