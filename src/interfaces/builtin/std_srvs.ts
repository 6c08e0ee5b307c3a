/** Field lists of `std_srvs`. */
export const std_srvs = {
  'srv/Empty': `---`,
  'srv/SetBool': `bool data
---
bool success
string message`,
  'srv/Trigger': `---
bool success
string message`,
};
