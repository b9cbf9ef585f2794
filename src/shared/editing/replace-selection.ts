import { Selection, type TextEditor } from 'vscode';

/** Replaces the selection of an editor, and places the cursor after the text. @returns false if VS Code can't edit it */
export async function replaceSelection(editor: TextEditor, text: string): Promise<boolean> {
  const isReplaced = await editor.edit((edit) => edit.replace(editor.selection, text));
  if (!isReplaced) return false;
  // VS Code selects what replaces a selection, so that the next text would replace it.
  const { end } = editor.selection;
  editor.selection = new Selection(end, end);
  return true;
}
