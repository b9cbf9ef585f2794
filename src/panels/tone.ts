import type { Tone } from './messages.ts';

/** Returns the color of a run's or step's status. */
export function toneOf(status: string): Tone {
  switch (status) {
    case 'SUCCEEDED':
      return 'good';
    case 'FAILED':
      return 'bad';
    case 'RUNNING':
      return 'running';
    case 'PENDING':
      return 'waiting';
    default:
      return 'neutral';
  }
}
