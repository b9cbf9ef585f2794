/**
 * The minimal program that checks many config files on all cores: finds, reads, parses, and validates them in worker
 * threads. Arguments: the schema, the folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Ajv2020 } from 'ajv/dist/2020.js';

interface Task {
  readonly schema: string;
  readonly files: readonly string[];
}

if (isMainThread) {
  const [schema = '', folder = ''] = process.argv.slice(2);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)\.?mcp\.json$/.test(file))
    .map((file) => path.join(folder, file));
  const threads = availableParallelism();
  const size = Math.ceil(files.length / threads);
  const parts = Array.from({ length: threads }, (_, index) => files.slice(index * size, (index + 1) * size));
  const wrong = await Promise.all(
    parts.map(
      (part) =>
        new Promise<number>((resolve, reject) => {
          const worker = new Worker(new URL(import.meta.url), { workerData: { schema, files: part } satisfies Task });
          worker.on('message', resolve).on('error', reject);
        }),
    ),
  );
  const count = wrong.reduce((sum, one) => sum + one, 0);
  console.log(`${files.length} files, ${count} invalid`);
  process.exitCode = count === 0 ? 0 : 1;
} else {
  const { schema, files } = workerData as Task;
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  const validate = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
  let wrong = 0;
  for (const file of files) if (!isValid(readFileSync(file, 'utf8'))) wrong++;
  parentPort?.postMessage(wrong);

  function isValid(text: string): boolean {
    try {
      return validate(JSON.parse(text));
    } catch {
      return false;
    }
  }
}
