/**
 * The only place where the odometry takes transcendental functions from.
 *
 * ECMAScript leaves their last bits to the engine. Run under Orrery `Math` is one pinned
 * implementation, so the bits are the same on every machine; run under plain Node they are those
 * of the engine. `+ - * / sqrt floor` are exact in every engine and need no such care.
 */
export const sin: (x: number) => number = Math.sin;
export const cos: (x: number) => number = Math.cos;
export const atan2: (y: number, x: number) => number = Math.atan2;
