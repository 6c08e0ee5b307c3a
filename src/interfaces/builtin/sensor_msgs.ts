/** Field lists of `sensor_msgs`. */
export const sensor_msgs = {
  'srv/SetCameraInfo': `CameraInfo camera_info
---
bool success
string status_message`,
};
