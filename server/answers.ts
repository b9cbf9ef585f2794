/** The door to the language features: read as one file of its own when an editor first asks for one. */
import type { Asked } from './asked.ts';
import { Assistance } from './assistance.ts';
import { registerConversion } from './conversion.ts';
import { LanguageFeatures } from './language.ts';
import type { Client } from './rpc.ts';
import { ServersEditing } from './servers-editing.ts';

/** Registers an answer to every request about a document's language, and to those about changing servers. */
export function answerLanguageRequests(client: Client, asked: Asked): void {
  new LanguageFeatures(client, asked);
  new Assistance(client, asked);
  registerConversion(client, asked);
  new ServersEditing(client, asked);
}
