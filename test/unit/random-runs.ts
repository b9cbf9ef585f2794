/**
 * Tests with random inputs. On every commit, they run a fifth as often, always with the same inputs, so that a failure is
 * due to the change. `SWITCHYARD_FUZZ` (`npm run fuzz`, and nightly) runs all, with new inputs each time.
 */
import fc from 'fast-check';

export const isLongRun = process.env.SWITCHYARD_FUZZ !== undefined;

if (!isLongRun) fc.configureGlobal({ seed: 20_261_124 });

export { fc };

/** Returns the number of inputs of the fuzz tests. @param nightly how many without a number in `SWITCHYARD_FUZZ` */
export const inputs = (nightly: number): number => (isLongRun ? Number(process.env.SWITCHYARD_FUZZ) : runs(nightly));

/** @param long how often a long run runs the test */
export const runs = (long: number): number => (isLongRun ? long : Math.ceil(long / 5));
