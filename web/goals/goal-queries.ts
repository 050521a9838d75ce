import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Client, GoalView } from "../../src/client/client.ts";
import { isGoalOver } from "../../src/domain/goal/state.ts";
import { unlessGone, useClient } from "../api/client.ts";
import { settingsNow, useSettings } from "../api/settings.ts";
import { goalKey } from "../api/use-goal.ts";
import { sendOnce, type Unsure } from "../chat/send-once.ts";
import type { Send } from "../chat/use-send.ts";
import { type GoalChoices, newGoal } from "./new-goal.ts";

const LIST_KEY = ["goals"] as const;

/** As many as stand beside the conversations without hiding them. */
const AT_ONCE = 20;

/** How often goals that go on are asked for: what they wait for is their person. */
const REFRESH_MS = 10_000;

/** The goals, the newest first, page by page; asked for again as long as any of them goes on. */
export function useGoals() {
  const client = useClient();
  const { apiKey } = useSettings();
  return useInfiniteQuery({
    // Another key has other goals.
    queryKey: [...LIST_KEY, apiKey],
    queryFn: ({ pageParam, signal }) =>
      client.goals.list({ limit: AT_ONCE, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ goals }) => goals.some(({ status }) => !isGoalOver(status))) ? REFRESH_MS : false,
    // What began between two pages shifts the second, so that it repeats the end of the first.
    select: ({ pages }) => [...new Map(pages.flatMap(({ goals }) => goals).map((entry) => [entry.id, entry])).values()],
  });
}

/** Starts a goal. @throws what `Client.goals.start` throws */
export function useStartGoal(choices: GoalChoices): Send<GoalView> {
  const client = useClient();
  const queries = useQueryClient();
  const unsure = useRef<Unsure | null>(null);
  return async (text, attached) => {
    const ids = attached.map(({ id }) => id);
    const goal = await sendOnce(unsure, newGoal(text, ids, choices, settingsNow().defaults), (body, idempotencyKey) =>
      client.goals.start(body, { idempotencyKey }),
    );
    queries.setQueryData(goalKey(goal.id), goal);
    void queries.invalidateQueries({ queryKey: LIST_KEY });
    return goal;
  };
}

/** Does something with a goal, and shows what came of it everywhere. */
export function useGoalAction<Asked = void>(act: (goals: Client["goals"], asked: Asked) => Promise<GoalView>) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: Asked) => act(client.goals, asked),
    onSuccess: (goal) => queries.setQueryData(goalKey(goal.id), goal),
  });
}

/** Deletes a goal. @param onDeleted before it is forgotten */
export function useDeleteGoal(id: string, onDeleted: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.goals.remove(id).catch(unlessGone),
    onSuccess: async () => {
      onDeleted();
      queries.removeQueries({ queryKey: goalKey(id) });
      await queries.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}
