/**
 * `npm run bench`: speed and size, each with its limit. If there is a peer, both sides are measured in the same run. The
 * language server is also compared with that of the commit before, or of the commit that SWITCHYARD_BENCH_BEFORE names.
 */
import { packageVsix } from '../../scripts/package.ts';
import { measureActivation } from './activation.ts';
import { benchAgents } from './agents.ts';
import { benchCheck } from './check.ts';
import { benchFirstDiagnostics } from './first-diagnostics.ts';
import { benchFirstToken } from './first-token.ts';
import { benchLists } from './lists.ts';
import { benchPanel } from './panel.ts';
import { benchPickers } from './pickers.ts';
import { benchRender } from './render.ts';
import { printRows, type Row } from './row.ts';
import { benchRunTimeline } from './run-timeline.ts';
import { benchServer } from './server.ts';
import { benchStream } from './stream.ts';
import { benchStreamRenderers } from './stream-renderers.ts';

const rows: Row[] = [];
const { vsix, sizes } = await packageVsix();
for (const { name, size, budget } of sizes) {
  rows.push({ what: `size: ${name}`, figure: `${size.toFixed(1)} KiB`, bar: `≤ ${budget} KiB`, met: size <= budget });
}

const activation = await measureActivation(vsix);
const inAll = activation.load + activation.activate;
rows.push({
  what: `activation, median of ${activation.runs} fresh starts (load ${activation.load.toFixed(1)} + activate ${activation.activate.toFixed(1)})`,
  figure: `${inAll.toFixed(1)} ms`,
  bar: '≤ 30 ms',
  met: inAll <= 30,
});
rows.push(
  ...(await benchLists(vsix)),
  ...(await benchPickers(vsix)),
  ...(await benchServer()),
  await benchAgents(),
  await benchFirstDiagnostics(vsix),
  ...(await benchCheck()),
  ...(await benchRender()),
  ...(await benchStreamRenderers()),
  ...(await benchPanel()),
  ...(await benchFirstToken(vsix)),
  await benchRunTimeline(vsix),
  ...(await benchStream()),
);

console.log('');
printRows(rows);
process.exit(rows.every((row) => row.met) ? 0 : 1);
