/** Field lists of `turtlesim`. */
export const turtlesim = {
  'msg/Color': `uint8 r
uint8 g
uint8 b`,
  'msg/Pose': `float32 x
float32 y
float32 theta
float32 linear_velocity
float32 angular_velocity`,
  'srv/Kill': `string name
---`,
  'srv/SetPen': `uint8 r
uint8 g
uint8 b
uint8 width
uint8 off
---`,
  'srv/Spawn': `float32 x
float32 y
float32 theta
string name
---
string name`,
  'srv/TeleportAbsolute': `float32 x
float32 y
float32 theta
---`,
  'srv/TeleportRelative': `float32 linear
float32 angular
---`,
  'action/RotateAbsolute': `float32 theta
---
float32 delta
---
float32 remaining`,
};
