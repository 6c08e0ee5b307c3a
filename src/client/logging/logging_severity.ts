/** Severities of log messages, as in `rcl_interfaces/msg/Log`. */
export const LoggingSeverity = {
  UNSET: 0,
  DEBUG: 10,
  INFO: 20,
  WARN: 30,
  ERROR: 40,
  FATAL: 50,
} as const;

/** A value of {@link LoggingSeverity}. */
export type LoggingSeverity = (typeof LoggingSeverity)[keyof typeof LoggingSeverity];

const NAMES = new Map<number, string>(
  Object.entries(LoggingSeverity).map(([name, severity]) => [severity, name]),
);

/** `INFO` for 20; undefined if no severity has this number. */
export function severityName(severity: number): string | undefined {
  return NAMES.get(severity);
}

/** 20 for `info` in any case; undefined if no severity has this name. */
export function severityOfName(name: string): LoggingSeverity | undefined {
  const key = name.toUpperCase();
  return Object.hasOwn(LoggingSeverity, key)
    ? LoggingSeverity[key as keyof typeof LoggingSeverity]
    : undefined;
}
