/**
 * Finds instructions to a model that don't belong in the description of a tool. The patterns are few and narrow,
 * because a description may say in which order to call tools, or where a key is stored by default. Documented in
 * docs/tool-lock.md.
 */

export type InstructionKind = 'override' | 'markup' | 'secrecy' | 'files' | 'disclosure';

const user = String.raw`(?:the\s+)?(?:users?|humans?|person|developers?|customers?)`;
const telling =
  'tell|telling|inform|informing|notify|notifying|alert|alerting|mention|mentioning|reveal|revealing|disclose|disclosing';
const reading = /\b(?:read|open|cat|access|load|fetch|upload|send|include|attach|copy|print|paste|pass|provide)\s/gi;

/** What follows an instruction: within how many characters of the same sentence, and the words. */
type Step = readonly [within: number, words: RegExp];

/** Steps, instead of one expression for all: an expression that leaves out a part of a text backtracks. */
const patterns: readonly (readonly [InstructionKind, start: RegExp, ...Step[]])[] = [
  [
    'override',
    /\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|the|your|of|these|those)\s+){0,3}(?:previous|prior|earlier|preceding|above|existing|original|system|safety)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|rules|messages?|guidelines|directions|context|constraints)\b/gi,
  ],
  [
    'override',
    /\b(?:your\s+)?new\s+(?:system\s+)?instructions\s*(?::|are\b)|\byou\s+are\s+no\s+longer\s+(?:an?|the|bound)\b/gi,
  ],
  // Tags used as headings, and the tokens that mark roles in a model's input.
  [
    'markup',
    /<\s{0,3}(?:important|critical|system|system[-_ ](?:prompt|message|instructions?)|hidden|admin|override)\s{0,3}>/gi,
  ],
  [
    'markup',
    /<\|(?:im_start|im_end|system|assistant|user|endoftext|eot_id|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/g,
  ],
  // "Do not tell the user to restart" is about the wording, and doesn't hide anything.
  [
    'secrecy',
    new RegExp(
      String.raw`\b(?:do\s+not|don['\u2019]?t|never|must\s+not|should\s+not|without|avoid)\s+(?:ever\s+)?(?:${telling})\b`,
      'gi',
    ),
    [40, new RegExp(String.raw`\b${user}\b(?!\s+(?:to|they|that\s+they|how)\b)`, 'i')],
  ],
  [
    'secrecy',
    new RegExp(
      String.raw`\bwithout\s+(?:letting\s+)?${user}(?:['\u2019]s)?\s+(?:knowing|know|noticing|notice|knowledge|being\s+(?:aware|told))\b`,
      'gi',
    ),
  ],
  ['secrecy', /\b(?:hide|conceal)\s+(?:this|it|that|these)\b/gi, [30, new RegExp(String.raw`\bfrom\s+${user}\b`, 'i')]],
  // Imperatives only; "reads ~/.ssh/config" describes what the tool does.
  [
    'files',
    reading,
    [
      60,
      /\.(?:ssh|gnupg|netrc|git-credentials)\b|\.aws[/\\]credentials\b|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\/etc\/(?:passwd|shadow|sudoers)\b/i,
    ],
  ],
  [
    'files',
    reading,
    [60, /\b(?:mcp|claude_desktop_config)\.json\b/i],
    [30, /\b(?:and|then)\b/i],
    [10, /\b(?:pass|send|include|put|provide|attach)\b/i],
  ],
  [
    'files',
    /\bbefore\s+(?:using|calling|invoking|running|executing)\s+(?:any|all|every|each)\s+(?:other\s+|of\s+the\s+)?tools?\b/gi,
    [20, /\b(?:read|open|cat|access|upload|send)\b/i],
  ],
  [
    'disclosure',
    /\b(?:send|include|attach|append|forward|leak|exfiltrate|upload|paste|transmit|pass|copy)\s/gi,
    [
      40,
      /\b(?:system\s+prompt|(?:entire|full|whole|complete|previous|prior)\s+(?:conversation|chat)(?:\s+history)?|conversation\s+history|chat\s+history|(?:all|any|every|their|user['\u2019]?s)\s+(?:(?:of\s+)?(?:the\s+|their\s+)?(?:user['\u2019]?s\s+)?)?(?:passwords?|credentials|secrets?|private\s+keys?|api\s+keys?|access\s+tokens?|environment\s+variables))\b/i,
    ],
  ],
];

/** Number of characters of a text to search, which limits the time for hostile texts. */
const searched = 200_000;
/** More than the words of a step can have. */
const longestWords = 140;

/** Returns the kind and text of the first match of each pattern. */
export function instructionsIn(text: string): readonly { readonly kind: InstructionKind; readonly excerpt: string }[] {
  const part = text.slice(0, searched);
  return patterns.flatMap(([kind, start, ...steps]) => {
    for (const { 0: words, index } of part.matchAll(start)) {
      const end = steps.reduce<number | undefined>((from, step) => endOfStep(part, from, step), index + words.length);
      if (end !== undefined) return { kind, excerpt: part.slice(index, end) };
    }
    return [];
  });
}

/** Returns where the words of a step end; undefined if they don't follow in the same sentence. */
function endOfStep(text: string, from: number | undefined, [within, words]: Step): number | undefined {
  if (from === undefined) return undefined;
  const next = text.slice(from, from + within + longestWords);
  const match = words.exec(next);
  if (match === null || match.index > within || /\.\s|\n/.test(next.slice(0, match.index))) return undefined;
  return from + match.index + match[0].length;
}
