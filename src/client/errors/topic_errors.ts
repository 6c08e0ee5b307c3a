import { RclNodeError, type RclNodeErrorOptions } from './rcl_node_error.js';

/** A topic operation failed. Code `TOPIC_ERROR`. */
export class TopicError extends RclNodeError {
  topicName: string;

  constructor(message: string, topicName: string, options: RclNodeErrorOptions = {}) {
    super(message, {
      code: 'TOPIC_ERROR',
      entityType: 'topic',
      entityName: topicName,
      ...options,
    });
    this.topicName = topicName;
  }
}

/** A publisher failed. Code `PUBLISHER_ERROR`. */
export class PublisherError extends TopicError {
  constructor(message: string, topicName: string, options: RclNodeErrorOptions = {}) {
    super(message, topicName, { code: 'PUBLISHER_ERROR', entityType: 'publisher', ...options });
  }
}

/** A subscription failed. Code `SUBSCRIPTION_ERROR`. */
export class SubscriptionError extends TopicError {
  constructor(message: string, topicName: string, options: RclNodeErrorOptions = {}) {
    super(message, topicName, {
      code: 'SUBSCRIPTION_ERROR',
      entityType: 'subscription',
      ...options,
    });
  }
}
