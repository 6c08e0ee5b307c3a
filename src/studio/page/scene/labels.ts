import { type Camera, Vector3 } from 'three';
import type { PoseNumbers } from '../../model/drawable.js';

/** The most labels; more would be unreadable. */
const MOST_LABELS = 400;

/** Names of frames and texts of markers, as HTML over the picture. */
export class Labels {
  readonly #place: HTMLElement;
  readonly #box = document.createElement('div');
  #all: { readonly element: HTMLElement; readonly at: Vector3 }[] = [];

  constructor(place: HTMLElement) {
    this.#place = place;
    this.#box.className = 'labels';
    place.append(this.#box);
  }

  clear(): void {
    this.#box.replaceChildren();
    this.#all = [];
  }

  add(text: string, [x, y, z]: PoseNumbers, kind: string): void {
    if (this.#all.length === MOST_LABELS) return;
    const element = document.createElement('span');
    element.textContent = text;
    element.className = kind;
    this.#box.append(element);
    this.#all.push({ element, at: new Vector3(x, y, z) });
  }

  /** Moves the labels to their positions on the screen. */
  follow(camera: Camera): void {
    const { clientWidth: width, clientHeight: height } = this.#place;
    const point = new Vector3();
    for (const { element, at } of this.#all) {
      point.copy(at).project(camera);
      const isSeen = Math.abs(point.x) < 1 && Math.abs(point.y) < 1 && point.z < 1;
      element.style.display = isSeen ? '' : 'none';
      if (!isSeen) continue;
      const [x, y] = [((point.x + 1) / 2) * width, ((1 - point.y) / 2) * height];
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }

  dispose(): void {
    this.#box.remove();
  }
}
