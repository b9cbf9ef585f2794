import { commands as registry } from 'vscode';
import { commands } from '../shared/contract.ts';
import type { Connection } from './connection.ts';

/** Prompts for sign-in if necessary. Returns false if the user is still signed out. */
export async function ensureSignedIn(connection: Connection): Promise<boolean> {
  if (await connection.current()) return true;
  await registry.executeCommand(commands.signIn);
  return (await connection.current()) !== undefined;
}
