/** Entry point of the page of the run and workflow panels. */
import type { TemplateResult } from 'lit';
import type { HostMessage } from '../../../shared/panels/messages.ts';
import { PanelElement } from '../../../shared/panels/webview/panel-element.ts';
import type { ViewModel } from '../messages.ts';
import './charts/chart-element.ts';
import { detailsView } from './details-view.ts';
import './panels.css';
import { runView } from './run-view.ts';
import { statisticsView } from './statistics-view.ts';
import { usageView } from './usage-view.ts';

class ServicePanelElement extends PanelElement<ViewModel> {
  protected override renderView(view: HostMessage<ViewModel>['view'], width: number): TemplateResult {
    switch (view.kind) {
      case 'run':
        return runView(view, width);
      case 'statistics':
        return statisticsView(view, width);
      case 'details':
        return detailsView(view);
      case 'usage':
        return usageView(view);
    }
  }
}

customElements.define('switchyard-panel', ServicePanelElement);
