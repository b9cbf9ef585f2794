/** Returns the name of a program in lower case, without folder or extension: `cmd` for `C:\\Windows\\CMD.exe`. */
export function programName(command: string): string {
  // Most commands are plain names.
  if (/^[a-z\d-]+$/.test(command)) return command;
  return command
    .replace(/^.*[\\/]/s, '')
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
}
