/** Seeds of the services that the suites meet: three for every commit, more at night. */
import process from 'node:process';

const count = Number(process.env.SWITCHYARD_SEEDS ?? 3);
const first = Number(process.env.SWITCHYARD_FIRST_SEED ?? 1);

export const seeds: readonly number[] = Array.from({ length: count }, (_, index) => first + index);
