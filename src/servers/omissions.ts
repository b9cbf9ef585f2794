import { window } from 'vscode';
import { inert, oneLine } from '../shared/format.ts';

/** Shows what a copy of servers leaves out or writes differently. @param left one sentence each; may be empty */
export function showOmissions(left: readonly string[]): void {
  if (left.length > 0) void window.showInformationMessage(inert(oneLine(left.join(' '), 500)));
}
