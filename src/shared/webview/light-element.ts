import { LitElement } from 'lit';

/** Base class of our elements. Without a shadow root, all share one stylesheet, one icon set, and one reading order. */
export abstract class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
