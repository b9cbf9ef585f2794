/** Finds configs and commands inside other text, such as a section of a README. */

/** Maximum number of blocks that are tried. */
const limit = 20;
/** Maximum length of a name with its colon before a block. */
const nameLimit = 120;

/**
 * Returns the parts of a text that can contain servers: those in code fences, otherwise in braces. Line breaks before a
 * part are kept, so that its lines have the same numbers as in the text.
 */
export function blocksIn(text: string): readonly string[] {
  const fenced = fencesIn(text);
  if (fenced.length > 0) return fenced;
  const blocks: string[] = [];
  let start = text.indexOf('{');
  while (start >= 0 && blocks.length < limit) {
    const end = closingBrace(text, start);
    if (end === undefined) break;
    // A fragment starts with its name: `"docs": {`
    const [name = ''] = /"[^"\n]*"\s*:\s*$/.exec(text.slice(Math.max(0, start - nameLimit), start)) ?? [];
    const from = start - name.length;
    blocks.push('\n'.repeat(text.slice(0, from).split('\n').length - 1) + text.slice(from, end));
    start = text.indexOf('{', end);
  }
  return blocks;
}

/** Returns the offset after the brace that closes the one at an offset. Braces in strings don't count. */
function closingBrace(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: found, index } of text.slice(start).matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}]/g)) {
    if (found === '{') depth++;
    if (found === '}' && --depth === 0) return start + index + 1;
  }
  return undefined;
}

function fencesIn(text: string): readonly string[] {
  const blocks: string[] = [];
  const lines = text.split('\n');
  let open: { readonly fence: string; readonly line: number } | undefined;
  const close = ({ line }: { readonly line: number }, end: number): void => {
    const block = lines.slice(line + 1, end).join('\n');
    if (block.trim() !== '' && blocks.length < limit) blocks.push('\n'.repeat(line + 1) + block);
  };
  for (const [index, line] of lines.entries()) {
    const [, fence = ''] = /^[ \t>]*(`{3,}|~{3,})/.exec(line) ?? [];
    if (open === undefined && fence !== '') open = { fence, line: index };
    else if (open !== undefined && fence.startsWith(open.fence)) {
      close(open, index);
      open = undefined;
    }
  }
  if (open !== undefined) close(open, lines.length);
  return blocks;
}
