// A node in TypeScript whose line numbers differ from those of the compiled JavaScript.
import * as rclnodejs from 'rclnodejs';

interface Total {
  readonly sum: bigint;
  seen: number;
}

type Message = { data: bigint };

class Counter extends rclnodejs.Node {
  total: Total = { sum: 0n, seen: 0 };

  constructor() {
    super('counter');
    const totals = this.createPublisher('std_msgs/msg/Int64', 'total');
    this.createSubscription('std_msgs/msg/Int64', 'number', (message: Message): void => {
      const next: bigint = this.total.sum + message.data;
      this.total = { sum: next, seen: this.total.seen + 1 };
      totals.publish({ data: next });
    });
  }

  simulationState(): unknown {
    return this.total;
  }
}

await rclnodejs.init();
new Counter().spin();
