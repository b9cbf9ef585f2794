import type { FaultKind } from '../config/text/fault.ts';
import type { ServersFile } from './agent-facts.ts';

/** Returns the deviations from strict JSON that an agent accepts in a file, or may accept. */
export const acceptedFaultsOf = ({
  syntax,
  acceptsByteOrderMark,
}: Pick<ServersFile, 'syntax' | 'acceptsByteOrderMark'>): readonly FaultKind[] => [
  ...(acceptsByteOrderMark === true ? (['byte-order-mark'] as const) : []),
  ...(syntax === undefined ? [] : (['comment'] as const)),
  ...(syntax === 'jsonc' ? (['trailing-comma'] as const) : []),
];
