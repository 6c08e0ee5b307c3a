import { type PerspectiveCamera, Spherical, Vector3 } from 'three';

const FLATTEST = 0.01;
const NEAREST = 0.02;
const FARTHEST = 50_000;
/** Distance of the far plane. Depth resolution depends almost only on the near plane. */
const SIGHT = 1_000_000;

/** A camera that orbits around a point, above the plane of x and y. */
export class Orbit {
  readonly target = new Vector3();
  readonly #place = new Spherical(12, Math.PI / 3.4, -Math.PI / 4);
  readonly #camera: PerspectiveCamera;

  constructor(camera: PerspectiveCamera) {
    this.#camera = camera;
    camera.up.set(0, 0, 1);
    this.apply();
  }

  get distance(): number {
    return this.#place.radius;
  }

  turn(around: number, up: number): void {
    this.#place.theta -= around;
    this.#place.phi = Math.min(Math.PI - FLATTEST, Math.max(FLATTEST, this.#place.phi - up));
    this.apply();
  }

  zoom(factor: number): void {
    this.#place.radius = Math.min(FARTHEST, Math.max(NEAREST, this.#place.radius * factor));
    this.apply();
  }

  /** Moves the point parallel to the screen, by fractions of the distance. */
  pan(right: number, up: number): void {
    const x = new Vector3().setFromMatrixColumn(this.#camera.matrix, 0);
    const y = new Vector3().setFromMatrixColumn(this.#camera.matrix, 1);
    this.target.addScaledVector(x, right * this.distance).addScaledVector(y, up * this.distance);
    this.apply();
  }

  lookAt(target: Vector3, distance: number): void {
    this.target.copy(target);
    this.#place.radius = distance;
    this.apply();
  }

  fromAbove(): void {
    this.#place.phi = FLATTEST;
    this.#place.theta = -Math.PI / 2;
    this.apply();
  }

  apply(): void {
    const { radius, phi, theta } = this.#place;
    const flat = Math.sin(phi) * radius;
    const offset = new Vector3(
      Math.cos(theta) * flat,
      Math.sin(theta) * flat,
      Math.cos(phi) * radius,
    );
    this.#camera.position.copy(this.target).add(offset);
    this.#camera.near = radius / 500;
    this.#camera.far = Math.max(SIGHT, radius * 500);
    this.#camera.lookAt(this.target);
    this.#camera.updateProjectionMatrix();
    this.#camera.updateMatrixWorld();
  }
}
