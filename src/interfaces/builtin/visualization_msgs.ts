/** Field lists of `visualization_msgs`. */
export const visualization_msgs = {
  'srv/GetInteractiveMarkers': `---
uint64 sequence_number
InteractiveMarker[] markers`,
};
