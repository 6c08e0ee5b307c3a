import type { KnownNames } from '../../errors/index.js';
import type { ContentFilterOptions } from '../../graph/index.js';
import type { ActionOptions, ActionQos } from '../action/action_options.js';
import type { EntityOptions } from '../entity.js';
import type { MessageValidationOptions } from '../message/validate_message.js';
import type { NodeOptions } from '../node_options.js';
import type {
  ListParametersOptions,
  ParameterRequestOptions,
} from '../parameter/parameter_client.js';
import type { QoSFields } from '../qos/qos.js';
import type { QoSOverridingOptionsFields } from '../qos/qos_overriding_options.js';
import type { AsyncRequestOptions } from '../service/client.js';
import type { PublishOptions } from '../topic/publisher.js';
import type { WaitForMessageOptions } from '../topic/wait_for_message.js';

const ENTITY: KnownNames<EntityOptions> = {
  ...{ enableTypedArray: true, qos: true, isRaw: true, contentFilter: true },
  ...{ serializationMode: true, qosOverridingOptions: true, validateMessages: true },
  ...{ validateRequests: true, validationOptions: true },
};

const ACTION: KnownNames<ActionOptions> = {
  ...{ enableTypedArray: true, qos: true, validateGoals: true, validationOptions: true },
  ...{ enableFeedbackMsgOptimization: true, resultTimeout: true },
};

const ACTION_QOS: KnownNames<ActionQos> = {
  ...{ goalServiceQosProfile: true, resultServiceQosProfile: true },
  ...{ cancelServiceQosProfile: true, feedbackSubQosProfile: true, statusSubQosProfile: true },
};

const QOS: KnownNames<QoSFields> = {
  ...{ history: true, depth: true, reliability: true, durability: true, liveliness: true },
  ...{ avoidRosNameSpaceConventions: true, deadline: true, lifespan: true },
  ...{ livelinessLeaseDuration: true },
};

const CONTENT_FILTER: KnownNames<ContentFilterOptions> = { expression: true, parameters: true };

const VALIDATION: KnownNames<MessageValidationOptions> = {
  ...{ strict: true, checkTypes: true, checkRequired: true, path: true },
};

const NODE: Readonly<Record<Exclude<keyof NodeOptions, `_${string}`>, true>> = {
  ...{ startParameterServices: true, parameterOverrides: true, enableRosout: true },
  ...{ automaticallyDeclareParametersFromOverrides: true, startTypeDescriptionService: true },
  ...{ rosoutQos: true, enableLoggerService: true },
};

const PUBLISH: KnownNames<PublishOptions> = { validate: true, transfer: true };
const ASYNC_REQUEST: KnownNames<AsyncRequestOptions> = {
  ...{ timeout: true, signal: true, validate: true },
};
const PARAMETER_REQUEST: KnownNames<ParameterRequestOptions> = { timeout: true, signal: true };
const LIST_PARAMETERS: KnownNames<ListParametersOptions> = {
  ...{ timeout: true, signal: true, prefixes: true, depth: true },
};
const WAIT: KnownNames<WaitForMessageOptions> = { timeout: true, qos: true };
const OVERRIDING: KnownNames<QoSOverridingOptionsFields> = { callback: true, entityId: true };

/** The options that each kind of object may have. */
export const KNOWN_OPTIONS = {
  ...{
    entity: ENTITY,
    action: ACTION,
    actionQos: ACTION_QOS,
    qos: QOS,
    node: NODE,
    publish: PUBLISH,
  },
  ...{ contentFilter: CONTENT_FILTER, validation: VALIDATION, asyncRequest: ASYNC_REQUEST },
  ...{ parameterRequest: PARAMETER_REQUEST, listParameters: LIST_PARAMETERS, wait: WAIT },
  ...{ qosOverriding: OVERRIDING, request: { validate: true }, timer: { autostart: true } },
  ...{ eventHandler: { qos: true }, parameterClient: { timeout: true } },
} as const;

/** A kind of options. */
export type OptionsKind = keyof typeof KNOWN_OPTIONS;
