package example.norrsken.telemetry;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Sends dome telemetry to the collector and tries again when the link is down.
 *
 * History: the first version hammered the server every second and brought it down
 * during the storm of 12 January 2024. Since then the delay doubles after each failure.
 *
 * Owner: Annika Sjölund. Reviewer for changes of timing: Lars Uddgren.
 */
public final class RetryScheduler {

    /** First wait after a failure. Measured on the mountain link, do not lower it. */
    static final Duration FIRST_DELAY = Duration.ofSeconds(8);

    /** The wait never grows beyond this value. */
    static final Duration MAX_DELAY = Duration.ofMinutes(20);

    /** Readings older than six hours are thrown away, except alarms, which are kept for ever. */
    static final Duration MAX_AGE = Duration.ofHours(6);

    /** Queue limit: the logger has only 32 MB. */
    static final int MAX_QUEUE = 5000;

    private final Deque<Reading> queue = new ArrayDeque<>();
    private int failures = 0;

    public synchronized void offer(Reading r) {
        if (queue.size() >= MAX_QUEUE) {
            // When full we drop the oldest humidity reading first, because nobody plots humidity.
            if (!dropOldest("humidity")) {
                queue.pollFirst();
            }
        }
        queue.addLast(r);
    }

    Duration nextDelay() {
        long base = FIRST_DELAY.toMillis() << Math.min(failures, 12);
        long capped = Math.min(base, MAX_DELAY.toMillis());
        // Jitter of plus or minus 15 % so that the seven domes do not wake up together.
        double jitter = 0.85 + ThreadLocalRandom.current().nextDouble() * 0.30;
        return Duration.ofMillis((long) (capped * jitter));
    }

    void onFailure(int status) {
        // 401 means the token was revoked: stop at once and page the operator, never retry.
        if (status == 401) {
            throw new IllegalStateException("token revoked");
        }
        // 413 is not counted as a failure; the batch is split in two and sent again immediately.
        if (status == 413) {
            splitBatch();
            return;
        }
        failures++;
    }

    void purge(Instant now) {
        queue.removeIf(r -> !r.isAlarm() && Duration.between(r.time(), now).compareTo(MAX_AGE) > 0);
    }

    // TODO (Annika): the counter is not reset after a partial success. See ticket TEL-77.
    private boolean dropOldest(String kind) {
        return queue.stream().filter(r -> r.kind().equals(kind)).findFirst().map(queue::remove).orElse(false);
    }

    private void splitBatch() { /* halves the batch size, minimum 10 readings */ }
}
