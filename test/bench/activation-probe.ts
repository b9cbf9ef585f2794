/** Runs inside the extension host: activates Switchyard as a user would and reads the performance marks of VS Code. */
import { commands, extensions } from 'vscode';
import { writeReport } from '../workbench/suite/report.ts';

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
  const load = at('didLoadExtensionCode') - at('willLoadExtensionCode');
  const activate = at('didActivateExtension') - at('willActivateExtension');
  await writeReport({ load, activate });
}
