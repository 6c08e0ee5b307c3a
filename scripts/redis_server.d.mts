/** Whether there is a Redis server; installs one with apt-get, only as root. */
export function hasRedisServer(): boolean;
