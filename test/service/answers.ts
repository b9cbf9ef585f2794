/** Answers of the service's models: Markdown that refers to the prompt, always the same for the same prompt. */

export interface Said {
  reasoning: string;
  text: string;
}

export function answerTo(prompt: string, model: string, earlier: number): Said {
  const topic = topicOf(prompt);
  const reasoning = `The user asks about "${topic}". A short structured answer with an example will do.`;
  const text = `## ${topic}

You asked: *${quoted(prompt)}*. ${earlier > 1 ? `That is message ${earlier} of this conversation. ` : ''}Here is a short answer from \`${model}\`.

### What matters

- **Start small.** One case that works is worth more than ten that might.
- **Measure** before and after, with the same input.
- Keep what you learn next to the code:
  1. what you tried,
  2. what happened,
  3. what you will do next.

### At a glance

| Option | Effort | When it fits |
|---|---:|---|
| Do nothing | 0 h | nobody is hurt by it |
| Quick fix | 2 h | the cause is known |
| Rework | 3 d | the cause keeps coming back |

### Example

\`\`\`ts
export function summarize(topic: string, points: readonly string[]): string {
  const lines = points.map((point, index) => \`\${index + 1}. \${point}\`);
  return [\`# \${topic}\`, ...lines].join('\\n');
}
\`\`\`

> An answer is only as good as the question. Ask for a smaller part if this is too broad.
`;
  return { reasoning, text };
}

function topicOf(prompt: string): string {
  const words = prompt
    .replace(/[^\p{L}\p{N}\s-]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const topic = words.slice(0, 8).join(' ');
  return topic === '' ? 'Your question' : topic.charAt(0).toUpperCase() + topic.slice(1);
}

function quoted(prompt: string): string {
  const line = prompt
    .replace(/\s+/g, ' ')
    .replace(/[*_`<>[\]]/g, '')
    .trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

/** Splits text into chunks of about a token, as a model would send them. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,8}|\s+$/g) ?? [];
}
