// Numbers of the card that kernels use by name: L1 map, NoC limits, alignments. Per architecture.
#pragma once

#include <stdint.h>

#if !defined(ARCH_WORMHOLE) && !defined(ARCH_BLACKHOLE)
#error "Define ARCH_WORMHOLE or ARCH_BLACKHOLE: the kernel headers need to know the card"
#endif

#ifndef NUM_NOCS
#define NUM_NOCS 2
#endif

#if defined(ARCH_WORMHOLE)
#define MEM_L1_SIZE (1464 * 1024)
// 512 bytes that the engine keeps zero: right behind the mailboxes (16 + 13,296 bytes), at the next multiple of 32.
#define MEM_ZEROS_BASE 0x3400
#define MEM_MAP_END 0x88C0
#define VIRTUAL_TENSIX_START_X 18
#define VIRTUAL_TENSIX_START_Y 18
#define NOC_WORD_BYTES 32
#define NOC_PCIE_READ_ALIGNMENT_BYTES 32
#define NOC_DRAM_READ_ALIGNMENT_BYTES 32
#else
#define MEM_L1_SIZE (1536 * 1024)
#define MEM_ZEROS_BASE 0x34E0  // (96 + 13,424) rounded up to 32
#define MEM_MAP_END 0xA000
#define VIRTUAL_TENSIX_START_X 1
#define VIRTUAL_TENSIX_START_Y 2
#define NOC_WORD_BYTES 64
#define NOC_PCIE_READ_ALIGNMENT_BYTES 64
#define NOC_DRAM_READ_ALIGNMENT_BYTES 64
#define NOC_REG_ALIGNMENT_BYTES 4
#endif

#define MEM_L1_BASE 0x0
#define MEM_ZEROS_SIZE 512
#define COORDINATE_VIRTUALIZATION_ENABLED 1

#define NOC_MAX_BURST_WORDS 256
#define NOC_MAX_BURST_SIZE (NOC_MAX_BURST_WORDS * NOC_WORD_BYTES)
#define NOC_MAX_TRANSACTION_ID 0xF
#define NOC_MAX_TRANSACTION_ID_COUNT 255

#define NOC_L1_READ_ALIGNMENT_BYTES 16
#define NOC_L1_WRITE_ALIGNMENT_BYTES 16
#define NOC_PCIE_WRITE_ALIGNMENT_BYTES 16
#define NOC_DRAM_WRITE_ALIGNMENT_BYTES 16
// The larger of the two directions.
#define L1_ALIGNMENT ((uint32_t)NOC_L1_READ_ALIGNMENT_BYTES)
#define PCIE_ALIGNMENT ((uint32_t)NOC_PCIE_READ_ALIGNMENT_BYTES)
#define DRAM_ALIGNMENT ((uint32_t)NOC_DRAM_READ_ALIGNMENT_BYTES)
#if defined(ARCH_WORMHOLE)
#define LOG_BASE_2_OF_DRAM_ALIGNMENT 5
#else
#define LOG_BASE_2_OF_DRAM_ALIGNMENT 6
#endif
#define LOG_BASE_2_OF_L1_ALIGNMENT 4

// A page of these addresses is mapped, so raw reads work.
#define RISCV_DEBUG_REG_WALL_CLOCK_L 0xFFB121F0
#define RISCV_DEBUG_REG_WALL_CLOCK_H 0xFFB121F8

#if defined(ARCH_WORMHOLE)
#define NUM_CIRCULAR_BUFFERS 32
#else
#define NUM_CIRCULAR_BUFFERS 64
#endif
