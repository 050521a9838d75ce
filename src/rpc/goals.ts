/** What may be asked of a goal. */
export interface GoalRpc {
  /**
   * A run of this goal has ended, waits for a person, goes on, or is gone with its conversation: which of these, its
   * conversation tells. Told at least once for each; the conversation tells nobody anything else until this returns.
   * @param run public id
   */
  runChanged(run: string): Promise<void>;
}
