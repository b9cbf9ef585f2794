import { LitElement } from 'lit';

/** An element of a page of ours. It has no shadow root: one stylesheet, one set of icons and one reading order for all. */
export abstract class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
