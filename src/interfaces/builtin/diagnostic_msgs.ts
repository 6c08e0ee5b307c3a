/** Field lists of `diagnostic_msgs`. */
export const diagnostic_msgs = {
  'srv/AddDiagnostics': `string load_namespace
---
bool success
string message`,
  'srv/SelfTest': `---
string id
byte passed
DiagnosticStatus[] status`,
};
