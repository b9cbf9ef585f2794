/** Runs inside the extension host: activates Switchyard as a user would and reads the performance marks of VS Code. */
import { writeFileSync } from 'node:fs';
import { commands, extensions } from 'vscode';

const ID = 'switchyard.switchyard';

/** VS Code's own performance marks; startTime in milliseconds since 1970. */
interface Marks {
  getMarks(): readonly { readonly name: string; readonly startTime: number }[];
}

export async function run(): Promise<void> {
  await commands.executeCommand('workbench.view.extension.switchyard');
  await extensions.getExtension(ID)?.activate();
  const marks = (globalThis as unknown as { MonacoPerformanceMarks: Marks }).MonacoPerformanceMarks.getMarks();
  const at = (name: string) => {
    const mark = marks.find((one) => one.name === `code/extHost/${name}/${ID}`);
    if (!mark) throw new Error(`VS Code set no mark ${name}`);
    return mark.startTime;
  };
  const file = process.env.SWITCHYARD_BENCH_REPORT;
  if (!file) throw new Error('SWITCHYARD_BENCH_REPORT names no file');
  const load = at('didLoadExtensionCode') - at('willLoadExtensionCode');
  const activate = at('didActivateExtension') - at('willActivateExtension');
  writeFileSync(file, JSON.stringify({ load, activate }));
}
