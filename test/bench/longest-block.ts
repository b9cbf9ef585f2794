import { realClock, wait } from '../../common/clock.ts';

/** So that what came before an action has ended, and what it leads to, such as rows that VS Code asks for, is measured. */
const calm = () => wait(realClock, 1500);

/** Returns the milliseconds for which one action blocks this process at most. */
export async function longestBlock(action: () => unknown): Promise<number> {
  await calm();
  let last = performance.now();
  let longest = 0;
  const watch = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await action();
  await calm();
  clearInterval(watch);
  return longest;
}
