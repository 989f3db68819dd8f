package org.solrlmtc.cli.bench;

/**
 * A server under load at one point in time; NaN where a value is not available.
 *
 * @param seconds since the end of the warm-up
 * @param documentsPerSecond acknowledged since the sample before
 * @param p50 median milliseconds of requests since the sample before
 * @param p99 their 99th percentile
 * @param readP99 the 99th percentile of requests to classify or evaluate since the sample before
 * @param heapMb used heap after a full garbage collection
 * @param rssMb resident memory before that collection
 * @param anonymousMb resident memory after that collection, without pages of files
 * @param nativeMb anonymous memory beyond the committed heap: of networks, threads and the JVM
 * @param mappedMb resident pages of files, such as mapped indexes, weights and libraries
 * @param openVersions open versions of models
 * @param documents acknowledged so far
 * @param failures so far
 */
record Sample(
    double seconds,
    double documentsPerSecond,
    double p50,
    double p99,
    double readP99,
    double heapMb,
    double rssMb,
    double anonymousMb,
    double nativeMb,
    double mappedMb,
    double threads,
    double handles,
    double openVersions,
    long documents,
    long failures,
    int reloads,
    int swaps) {}
