import type { Vector } from './vector.js';

/** Triangles: three indices each into the corners. */
export interface Mesh {
  /** x, y, z of each corner. */
  readonly corners: Float64Array;
  readonly triangles: Uint32Array;
}

/** The shape of a solid around its own origin; lengths in m. A cylinder stands along z. */
export type Shape =
  | { readonly kind: 'box'; readonly size: Vector }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  | { readonly kind: 'plane'; readonly normal: Vector }
  | { readonly kind: 'mesh'; readonly mesh: Mesh };

/** Radius of a sphere around the origin that holds the shape. */
export function boundOf(shape: Shape): number {
  switch (shape.kind) {
    case 'box':
      return Math.hypot(...shape.size) / 2;
    case 'sphere':
      return shape.radius;
    case 'cylinder':
      return Math.hypot(shape.radius, shape.length / 2);
    case 'plane':
      return Number.POSITIVE_INFINITY;
    case 'mesh': {
      const { corners } = shape.mesh;
      let most = 0;
      for (let i = 0; i < corners.length; i += 3) {
        const [x, y, z] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
        most = Math.max(most, x * x + y * y + z * z);
      }
      return Math.sqrt(most);
    }
  }
}
