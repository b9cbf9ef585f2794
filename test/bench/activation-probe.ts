/** Runs inside the extension host: activates Switchyard as a user does and reads the marks that VS Code itself set. */
import { writeFileSync } from 'node:fs';
import { commands, extensions, window } from 'vscode';

const ID = 'switchyard.switchyard';

export async function run(): Promise<void> {
  await commands.executeCommand('workbench.view.extension.switchyard');
  await extensions.getExtension(ID)?.activate();
  const text = await report();
  // A line of the report: name, time of day, milliseconds since the mark before, milliseconds since the start.
  const mark = (name: string) => {
    const found = new RegExp(`code/extHost/${name}/${ID.replace('.', '\\.')}\\s+\\d+\\s+\\d+\\s+([0-9.]+)`).exec(text);
    if (!found) throw new Error(`no mark ${name} in the performance view`);
    return Number(found[1]);
  };
  const load = mark('didLoadExtensionCode') - mark('willLoadExtensionCode');
  const activate = mark('didActivateExtension') - mark('willActivateExtension');
  const file = process.env.SWITCHYARD_BENCH_REPORT;
  if (!file) throw new Error('SWITCHYARD_BENCH_REPORT names no file');
  writeFileSync(file, JSON.stringify({ load, activate, text: process.env.SWITCHYARD_BENCH_DEBUG ? text : undefined }));
}

/** The view tells what was known when it was shown: it is shown again until it knows of the activation. */
async function report(): Promise<string> {
  for (;;) {
    await commands.executeCommand('perfview.show');
    for (let tries = 0; tries < 20; tries++) {
      const document = window.activeTextEditor?.document;
      const text = document?.uri.scheme === 'perf' ? document.getText() : '';
      if (text.includes(`didActivateExtension/${ID}`)) return text;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await commands.executeCommand('workbench.action.closeAllEditors');
  }
}
