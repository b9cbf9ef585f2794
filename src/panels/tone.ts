import type { Tone } from './messages.ts';

/** How a status of a run or step is colored. */
export function toneOf(status: string): Tone {
  switch (status) {
    case 'SUCCEEDED':
      return 'good';
    case 'FAILED':
      return 'bad';
    case 'RUNNING':
      return 'going';
    case 'PENDING':
      return 'waiting';
    default:
      return 'neutral';
  }
}
