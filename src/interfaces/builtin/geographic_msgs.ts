/** Field lists of `geographic_msgs`. */
export const geographic_msgs = {
  'msg/BoundingBox': `GeoPoint min_pt
GeoPoint max_pt`,
  'msg/GeoPath': `std_msgs/Header header
geographic_msgs/GeoPoseStamped[] poses`,
  'msg/GeoPoint': `float64 latitude
float64 longitude
float64 altitude`,
  'msg/GeoPointStamped': `std_msgs/Header header
geographic_msgs/GeoPoint position`,
  'msg/GeoPose': `GeoPoint position
geometry_msgs/Quaternion orientation`,
  'msg/GeoPoseStamped': `std_msgs/Header header
geographic_msgs/GeoPose pose`,
  'msg/GeoPoseWithCovariance': `GeoPose pose
float64[36] covariance`,
  'msg/GeoPoseWithCovarianceStamped': `std_msgs/Header header
geographic_msgs/GeoPoseWithCovariance pose`,
  'msg/GeographicMap': `std_msgs/Header header
unique_identifier_msgs/UUID id
BoundingBox bounds
WayPoint[] points
MapFeature[] features
KeyValue[] props`,
  'msg/GeographicMapChanges': `std_msgs/Header header
GeographicMap diffs
unique_identifier_msgs/UUID[] deletes`,
  'msg/KeyValue': `string key
string value`,
  'msg/MapFeature': `unique_identifier_msgs/UUID id
unique_identifier_msgs/UUID[] components
KeyValue[] props`,
  'msg/RouteNetwork': `std_msgs/Header header
unique_identifier_msgs/UUID id
BoundingBox bounds
WayPoint[] points
RouteSegment[] segments
KeyValue[] props`,
  'msg/RoutePath': `std_msgs/Header header
unique_identifier_msgs/UUID network
unique_identifier_msgs/UUID[] segments
KeyValue[] props`,
  'msg/RouteSegment': `unique_identifier_msgs/UUID id
unique_identifier_msgs/UUID start
unique_identifier_msgs/UUID end
KeyValue[] props`,
  'msg/WayPoint': `unique_identifier_msgs/UUID id
GeoPoint position
KeyValue[] props`,
  'srv/GetGeoPath': `geographic_msgs/GeoPoint start
geographic_msgs/GeoPoint goal
---
bool success
string status
geographic_msgs/GeoPath plan
unique_identifier_msgs/UUID network
unique_identifier_msgs/UUID start_seg
unique_identifier_msgs/UUID goal_seg
float64 distance`,
  'srv/GetGeographicMap': `string url
BoundingBox bounds
---
bool success
string status
GeographicMap map`,
  'srv/GetRoutePlan': `unique_identifier_msgs/UUID network
unique_identifier_msgs/UUID start
unique_identifier_msgs/UUID goal
---
bool success
string status
RoutePath plan`,
  'srv/UpdateGeographicMap': `GeographicMapChanges updates
---
bool success
string status`,
};
