/** Splits command lines into words: those of a Unix shell, and those typed into a field. Quotes words for a shell. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look

/** Outside of quotes, a backslash before any other character is part of a Windows path, such as `C:\Users`. */
const escapable = /[\s"'\\$`|&;<>()#*?[\]{}~!,^]/;

/** The beginning of the path of a shared folder in Windows: `\\server\share`, whose first backslash isn't an escape. */
const sharedFolder = /^\\\\[\w.$?-]+\\[^\\\s]/;

/**
 * Splits a text into commands, each as its words. `$NAME` that the shell would expand becomes `${NAME}`, Oh My Pi's
 * syntax, as does PowerShell's `$env:NAME`. Text such as `<your key>` is a placeholder. Returns undefined for text that can't be split without running it: pipes, redirections, substitutions, an
 * open quote.
 */
export function splitCommands(text: string): readonly (readonly string[])[] | undefined {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    // A leading prompt was copied from a terminal together with the line.
    if (words[0] === '$' || words[0] === '>') words.shift();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  /** Reads a variable at a dollar sign. Returns false for a substitution. */
  const dollar = (): boolean => {
    const rest = text.slice(at, at + 300);
    const [whole = '$', name] =
      /^\$(?:(?:env:)?([A-Za-z_]\w*)|\{[A-Za-z_]\w*(?::-[^}"'$`]*)?\}|\(pwd\))?/.exec(rest) ?? [];
    if (whole === '$' && /^\$[({]/.test(rest)) return false;
    word = (word ?? '') + (whole === '$(pwd)' ? '${PWD}' : name === undefined ? whole : `\${${name}}`);
    at += whole.length;
    return true;
  };
  const doubleQuoted = (): boolean => {
    word ??= '';
    for (at++; at < text.length; ) {
      const next = text[at] ?? '';
      if (next === '"') {
        at++;
        return true;
      }
      if (next === '`' || (next === '$' && !dollar())) return false;
      if (next === '$') continue;
      if (word === '' && sharedFolder.test(text.slice(at, at + 300))) {
        word = '\\\\';
        at += 2;
        continue;
      }
      const escaped = next === '\\' && /["\\$`\n]/.test(text[at + 1] ?? '');
      const taken = escaped ? (text[at + 1] ?? '') : next;
      word += taken === '\n' && escaped ? '' : taken;
      at += escaped ? 2 : 1;
    }
    return false;
  };
  while (at < text.length) {
    const next = text[at] ?? '';
    if (next === '\n' || next === ';') {
      endCommand();
      at++;
    } else if (text.startsWith('&&', at)) {
      endCommand();
      at += 2;
    } else if (/\s/.test(next)) {
      endWord();
      at++;
    } else if (/^[\\`^]\r?\n/.test(text.slice(at, at + 3))) {
      // A line goes on after a backslash, in PowerShell after a backtick, in cmd after a caret.
      at = text.indexOf('\n', at) + 1;
    } else if (next === '\\' && word === undefined && sharedFolder.test(text.slice(at, at + 300))) {
      word = '\\\\';
      at += 2;
    } else if (next === '\\' && escapable.test(text[at + 1] ?? '')) {
      word = (word ?? '') + (text[at + 1] ?? '');
      at += 2;
    } else if (next === "'") {
      const end = text.indexOf("'", at + 1);
      if (end < 0) return undefined;
      word = (word ?? '') + text.slice(at + 1, end);
      at = end + 1;
    } else if (next === '"') {
      if (!doubleQuoted()) return undefined;
    } else if (next === '$') {
      if (!dollar()) return undefined;
    } else if (next === '#' && word === undefined) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (next === '<') {
      const [placeholder] = /^<[\p{L}\d_][^<>\r\n]{0,80}(?<!\s)>/u.exec(text.slice(at, at + 90)) ?? [];
      if (placeholder === undefined) return undefined;
      word = (word ?? '') + placeholder;
      at += placeholder.length;
    } else if (/[|`&()]/.test(next) || (next === '>' && (word !== undefined || words.length > 0))) return undefined;
    else {
      word = (word ?? '') + next;
      at++;
    }
  }
  endCommand();
  return commands;
}

/**
 * Returns the words of one command line that a user typed into a field, for any platform; undefined if a quote isn't
 * closed. Unlike in a shell, a backslash escapes only a blank, a quote, or another backslash, so that Windows paths stay
 * unchanged, and all other characters stand for themselves.
 */
export function splitCommandLine(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    const next = line.charAt(at + 1);
    if (quote !== undefined && character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) {
      quote = character;
      word ??= '';
    } else if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (!word && sharedFolder.test(line.slice(at, at + 300))) {
      word = '\\\\';
      at++;
    } else if (character === '\\' && (quote === '"' ? /["\\]/ : quote === undefined ? /[\s"'\\]/ : /(?!)/).test(next)) {
      word = (word ?? '') + next;
      at++;
    } else word = (word ?? '') + character;
  }
  if (quote !== undefined) return undefined;
  return word === undefined ? words : [...words, word];
}

/** Quotes a word, so that a Unix shell passes it on unchanged. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
