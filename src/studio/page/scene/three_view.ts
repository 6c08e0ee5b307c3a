import {
  AmbientLight,
  Box3,
  Color,
  DirectionalLight,
  GridHelper,
  Group,
  PerspectiveCamera,
  Points,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Layer } from '../../model/drawable.js';
import { drawsInSoftware } from '../view/draws_in_software.js';
import { Labels } from './labels.js';
import { axesOf, clear, objectOf, place } from './objects_of.js';
import { Orbit } from './orbit.js';
import type { SceneColours, SceneContent, SceneView } from './scene_part.js';

/** The most points drawn while the camera moves; fewer without a graphics card. */
const POINTS_IN_MOTION = 400_000;
const POINTS_OF_SOFTWARE = 40_000;
/** How long after a movement everything is drawn again, in ms. */
const AT_REST = 120;
/** Without a graphics card, resolution is reduced by this factor in each direction while the camera moves. */
const RATIO_IN_MOTION = 0.6;
const ROBOT = '#9aa7b4';

/** Draws scenes with three.js, whenever something has changed. */
export class ThreeView implements SceneView {
  readonly #renderer: WebGLRenderer;
  readonly #camera = new PerspectiveCamera(50, 1, 0.1, 1000);
  readonly #orbit = new Orbit(this.#camera);
  readonly #scene = new Scene();
  readonly #content = new Group();
  readonly #robot = new Group();
  readonly #layers = new Map<string, { readonly version: string; readonly group: Group }>();
  readonly #isSlow = drawsInSoftware();
  readonly #axes = new Group();
  readonly #labels: Labels;
  readonly #place: HTMLElement;
  readonly #observer: ResizeObserver;
  #grid: GridHelper | undefined;
  #wasFitted = false;
  /** Number of meshes when the camera was last fitted. */
  #meshes = 0;
  #frame = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(place: HTMLElement) {
    this.#place = place;
    this.#renderer = new WebGLRenderer({
      antialias: !this.#isSlow,
      preserveDrawingBuffer: true,
    });
    const canvas = this.#renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute('aria-label', 'The scene; arrow keys turn it, plus and minus zoom');
    place.append(canvas);
    this.#labels = new Labels(place);
    const sun = new DirectionalLight('#ffffff', 2);
    sun.position.set(0.4, -0.6, 1);
    this.#scene.add(new AmbientLight('#ffffff', 1.6), sun, this.#content, this.#robot, this.#axes);
    this.#listen(canvas);
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(place);
    this.#resize();
  }

  show(content: SceneContent, colours: SceneColours): void {
    clear(this.#robot);
    clear(this.#axes);
    this.#labels.clear();
    this.#scene.background = new Color(colours.paper);
    const gone = new Set(this.#layers.keys());
    for (const layer of content.layers) {
      gone.delete(layer.topic);
      this.#showLayer(layer, content.colourOf(layer.topic), content.meshes);
    }
    for (const topic of gone) this.#removeLayer(topic);
    this.#showRobot(content);
    if (content.showsFrames) this.#showFrames(content);
    this.#showGrid(colours);
    // Meshes are read one by one, and their extents are not known before.
    if (!this.#wasFitted || content.meshes.size > this.#meshes) this.fit();
    this.#meshes = content.meshes.size;
    this.#ask();
  }

  /** Keeps the objects of a layer that has not changed. */
  #showLayer(
    { topic, version, drawables }: Layer,
    colour: string,
    meshes: SceneContent['meshes'],
  ): void {
    for (const each of drawables) {
      if (each.kind === 'words') this.#labels.add(each.text, each.pose, 'words');
    }
    const present = `${version} ${colour} ${meshes.size}`;
    if (version !== undefined && this.#layers.get(topic)?.version === present) return;
    this.#removeLayer(topic);
    const group = new Group();
    for (const drawable of drawables) {
      const object = objectOf(drawable, colour, meshes);
      if (object !== undefined) group.add(object);
    }
    this.#content.add(group);
    this.#layers.set(topic, { version: present, group });
  }

  #removeLayer(topic: string): void {
    const group = this.#layers.get(topic)?.group;
    if (group === undefined) return;
    clear(group);
    this.#content.remove(group);
    this.#layers.delete(topic);
  }

  #showRobot({ robot, frames, meshes }: SceneContent): void {
    const poses = new Map(frames.map(({ name, pose }) => [name, pose]));
    for (const { frame, solid } of robot) {
      const pose = poses.get(frame);
      const object = pose && objectOf(solid, ROBOT, meshes);
      if (object === undefined) continue;
      const link = new Group().add(object);
      place(link, pose!);
      this.#robot.add(link);
    }
  }

  #showFrames({ frames }: SceneContent): void {
    for (const { name, pose } of frames) {
      if (pose === undefined) continue;
      const axes = axesOf(0.4);
      place(axes, pose);
      this.#axes.add(axes);
      this.#labels.add(name, pose, 'frame');
    }
  }

  #showGrid({ line, ink }: SceneColours): void {
    if (this.#grid !== undefined) {
      this.#scene.remove(this.#grid);
      this.#grid.dispose();
    }
    this.#grid = new GridHelper(20, 20, ink, line).rotateX(Math.PI / 2);
    this.#grid.material.opacity = 0.5;
    this.#grid.material.transparent = true;
    this.#scene.add(this.#grid);
  }

  fit(): void {
    const box = new Box3();
    for (const group of [this.#content, this.#robot, this.#axes]) box.expandByObject(group);
    if (box.isEmpty()) return;
    this.#wasFitted = true;
    const size = box.getSize(new Vector3()).length();
    // The field of view is vertical: if the picture is narrow, the camera must be further away.
    const away = Math.max(2, size * 0.9) / Math.min(1, this.#camera.aspect);
    this.#orbit.lookAt(box.getCenter(new Vector3()), away);
    this.#ask();
  }

  fromAbove(): void {
    this.#orbit.fromAbove();
    this.#ask();
  }

  turn(around: number, up: number, nearer: number): void {
    this.#orbit.turn(around, up);
    if (nearer !== 1) this.#orbit.zoom(nearer);
    this.#moved();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#observer.disconnect();
    for (const topic of [...this.#layers.keys()]) this.#removeLayer(topic);
    clear(this.#robot);
    clear(this.#axes);
    this.#renderer.dispose();
    this.#renderer.domElement.remove();
    this.#labels.dispose();
  }

  #listen(canvas: HTMLCanvasElement): void {
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      canvas.focus();
    });
    canvas.addEventListener('pointermove', (event) => {
      if (event.buttons === 0) return;
      const [x, y] = [event.movementX / canvas.clientHeight, event.movementY / canvas.clientHeight];
      if (event.buttons === 1 && !event.shiftKey) this.#orbit.turn(x * Math.PI, y * Math.PI);
      else this.#orbit.pan(-x, y);
      this.#moved();
    });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      this.#orbit.zoom(1.001 ** event.deltaY);
      this.#moved();
    };
    canvas.addEventListener('wheel', wheel, { passive: false });
    canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  #key(event: KeyboardEvent): void {
    const step = 0.1;
    const turns: Readonly<Record<string, readonly [number, number, number]>> = {
      ArrowLeft: [-step, 0, 1],
      ArrowRight: [step, 0, 1],
      ArrowUp: [0, step, 1],
      ArrowDown: [0, -step, 1],
      '+': [0, 0, 0.8],
      '-': [0, 0, 1.25],
    };
    const turn = turns[event.key];
    if (event.key === 'f') this.fit();
    if (turn === undefined) return;
    event.preventDefault();
    this.turn(...turn);
  }

  /** Draws few points while the camera moves, and all of them when it rests. */
  #moved(): void {
    this.#limitPoints(this.#isSlow ? POINTS_OF_SOFTWARE : POINTS_IN_MOTION);
    if (this.#isSlow) this.#setRatio(RATIO_IN_MOTION);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#limitPoints(Number.POSITIVE_INFINITY);
      if (this.#isSlow) this.#setRatio(1);
      this.#ask();
    }, AT_REST);
    this.#ask();
  }

  /** Sets how many pixels to draw per pixel of the page. */
  #setRatio(ratio: number): void {
    if (this.#renderer.getPixelRatio() !== ratio) this.#renderer.setPixelRatio(ratio);
  }

  #limitPoints(most: number): void {
    this.#content.traverse((object) => {
      if (object instanceof Points) object.geometry.setDrawRange(0, most);
    });
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#place;
    if (width === 0 || height === 0) return;
    this.#renderer.setPixelRatio(this.#isSlow ? 1 : Math.min(2, devicePixelRatio));
    this.#renderer.setSize(width, height);
    // On paper, the picture keeps its size, and labels keep their positions.
    this.#place.style.setProperty('--drawn-width', `${width}px`);
    this.#place.style.setProperty('--drawn-height', `${height}px`);
    this.#camera.aspect = width / height;
    this.#orbit.apply();
    this.#ask();
  }

  #ask(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      const began = performance.now();
      this.#renderer.render(this.#scene, this.#camera);
      // A pixel can be read only after drawing has finished.
      const { domElement } = this.#renderer;
      const context = this.#renderer.getContext();
      context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
      this.#labels.follow(this.#camera);
      domElement.dataset.drawn = (performance.now() - began).toFixed(1);
      domElement.dataset.frames = String(Number(domElement.dataset.frames ?? 0) + 1);
    });
  }
}
