/** What was chosen before, on this machine: the newest first. */
import type { Memento } from 'vscode';

type Topic =
  | 'speechModel'
  | `voice ${string}`
  | 'transcriptionModel'
  | 'language'
  | 'transcriptForm'
  | 'transcriptPlace'
  | 'imageModel'
  | 'imageSize'
  | 'imageCount';

const MOST = 6;

export class Remembered {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** What was chosen last; an empty text is a choice, too. */
  last(topic: Topic): string | undefined {
    return this.all(topic)[0];
  }

  all(topic: Topic): readonly string[] {
    const value = this.#memento.get<unknown>(keyOf(topic));
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  }

  async keep(topic: Topic, value: string): Promise<void> {
    const others = this.all(topic).filter((one) => one !== value);
    await this.#memento.update(keyOf(topic), [value, ...others].slice(0, MOST));
  }
}

function keyOf(topic: Topic): string {
  return `switchyard.media.${topic}`;
}
