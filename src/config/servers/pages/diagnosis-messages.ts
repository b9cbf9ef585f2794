/** Messages between the page that diagnoses tool servers and its host. The host validates those of the page. */
import type { Diagnosis } from '../../../../common/messages/diagnosis.ts';
import { pageMessages } from '../../../shared/panels/messages.ts';
import { index, type Parsed, parsed, union } from '../../../shared/text/parse.ts';

const diagnosisMessage = union('kind', {
  ...pageMessages,
  /** Opens the place of a link in its file. */
  openLink: { server: index, chain: index, link: index },
  /** Opens a file from which an agent takes nothing. */
  openUnused: { index },
  /** Puts the command line of the next step into a terminal. */
  run: { server: index, chain: index },
  /** Does the next step, as far as the editor can. */
  act: { server: index, chain: index, action: index },
  /** Does the same about a file from which an agent takes nothing. */
  actOnFile: { index, action: index },
});
export type DiagnosisMessage = Parsed<typeof diagnosisMessage>;

/** Returns undefined for a value that isn't a valid message. */
export const parseDiagnosisMessage = (value: unknown): DiagnosisMessage | undefined => parsed(diagnosisMessage, value);

/** The page formats it. */
export interface DiagnosisPage {
  readonly kind: 'diagnosis';
  readonly title: string;
  readonly diagnosis: Diagnosis;
  /** True if a command line can be put into a terminal. Otherwise, it's copied. */
  readonly hasTerminal: boolean;
}
