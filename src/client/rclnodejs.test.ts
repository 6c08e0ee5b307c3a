import { describe, expect, it } from 'vitest';
import rclnodejs from './rclnodejs.js';

describe('the module', () => {
  it('has the 95 names of rclnodejs 2.2', () => {
    const names = Object.keys(rclnodejs);
    expect(names.filter((name) => name === 'getMessageTypeString')).toEqual([]);
    expect(new Set(names).size).toBe(95);
    expect(Object.values(rclnodejs).filter((value) => value === undefined)).toEqual([]);
  });

  it('says what to do instead of running commands of the host', async () => {
    await expect(rclnodejs.ros2Run('pkg', 'exe')).rejects.toMatchObject({
      code: 'ORR_NO_HOST_COMMAND',
    });
    await expect(rclnodejs.ros2Launch('pkg', 'file')).rejects.toThrow('orrery run');
    await expect(rclnodejs.ros2Run('', 'exe')).rejects.toThrow('non-empty string');
    await rclnodejs.regenerateAll();
  });
});
