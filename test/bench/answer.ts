/** A long answer like that of a model: prose, lists, code, tables. Always the same text. */

const words =
  'the router keeps a list of models and asks each of them in turn until one answers so that a caller need not know which one is down today or what it costs'.split(
    ' ',
  );

function prose(seed: number, length: number): string {
  return Array.from({ length }, (_, at) => {
    const word = words[(seed * 7 + at * 3) % words.length] ?? '';
    if (at % 17 === 5) return `**${word}**`;
    if (at % 23 === 7) return `\`${word}\``;
    return at % 31 === 11 ? `[${word}](https://docs.example.com/${word})` : word;
  }).join(' ');
}

function section(number: number): string {
  return `## ${number}. ${prose(number, 5)}

${prose(number, 90)}.

${prose(number + 1, 60)}:

- ${prose(number + 2, 14)}
- ${prose(number + 3, 18)}
  - ${prose(number + 4, 9)}
- ${prose(number + 5, 12)}

\`\`\`ts
${Array.from({ length: 14 }, (_, line) => `const value${line} = await client.ask({ model: 'provider/model-${number}', line: ${line} });`).join('\n')}
\`\`\`

| model | input | output |
|---|--:|--:|
${Array.from({ length: 5 }, (_, row) => `| provider/model-${row} | ${row}.${number} | ${row + 1}.5 |`).join('\n')}

> ${prose(number + 6, 30)}

`;
}

/** @param size characters */
export function longAnswer(size: number): string {
  let text = '';
  for (let number = 1; text.length < size; number++) text += section(number);
  return text.slice(0, size);
}
