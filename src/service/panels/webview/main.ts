/** Entry point of the page of the run and workflow panels. */
import { definePage } from '../../../shared/panels/webview/panel-element.ts';
import type { ViewModel } from '../messages.ts';
import './charts/chart-element.ts';
import { detailsView } from './details-view.ts';
import './panels.css';
import { runView } from './run-view.ts';
import { statisticsView } from './statistics-view.ts';
import { usageView } from './usage-view.ts';

definePage<ViewModel>({ run: runView, statistics: statisticsView, details: detailsView, usage: usageView });
