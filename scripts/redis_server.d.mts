/** Whether there is a Redis server; as root, installs one with apt-get. */
export function hasRedisServer(): boolean;
