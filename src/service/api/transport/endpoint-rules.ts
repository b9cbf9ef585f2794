import type { ApiError } from '../errors/api-error.ts';

/** What holds for the responses of one endpoint only. */
export interface EndpointRules {
  /** The response is a list, whose size is limited. */
  readonly isList?: boolean;
  /** The request names no record that could be missing, so that a 404 means the endpoint (spec http-api.md, "Errors"). */
  readonly namesNoRecord?: boolean;
  /** Returns what an error means for this endpoint. */
  readonly refine?: (error: ApiError) => ApiError;
}
