import { expect, it } from 'vitest';
import { isOwnOrigin } from './is_own_origin.js';

it.each([
  undefined,
  'null',
  'file://',
  'http://localhost:8080',
  'http://127.0.0.1',
  'http://[::1]:1',
])('lets %s in', (origin) => expect(isOwnOrigin(origin)).toBe(true));

it.each(['https://example.org', 'http://127.0.0.1.example.org', 'http://localhost.example', 'x'])(
  'turns %s away',
  (origin) => expect(isOwnOrigin(origin)).toBe(false),
);
